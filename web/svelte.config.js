// Svelte's own settings: the newest way of writing components, and no other.

export default {
  compilerOptions: { runes: true },
};
