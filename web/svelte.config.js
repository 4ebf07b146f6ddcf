// Svelte's own settings: only the newest way of writing components.

export default {
  compilerOptions: { runes: true },
};
