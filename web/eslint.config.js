// What the linter holds the page to.

import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import ts from 'typescript-eslint';

export default ts.config(
  // The wire types are generated; how they look is decided where they are written.
  { ignores: ['dist/', 'node_modules/', 'src/wire/', 'test-results/', 'playwright-report/'] },
  js.configs.recommended,
  ...ts.configs.strict,
  ...svelte.configs.recommended,
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser } },
  },
  {
    rules: {
      // TypeScript knows every name; the linter does not know those of the browser.
      'no-undef': 'off',
      'no-console': 'error',
      'no-eval': 'error',
      'no-implied-eval': 'error',
      // `== null` asks for both kinds of nothing.
      eqeqeq: ['error', 'smart'],
      // Markup from a text would be a door for whoever writes the text.
      'svelte/no-at-html-tags': 'error',
      // The page has one document and marks its places after the number sign: there is no router to ask.
      'svelte/no-navigation-without-resolve': 'off',
    },
  },
  {
    // What pages tell in tests is held to the form of messages by the project's own `test`.
    files: ['browser/*.spec.ts', 'browser/acceptance/*.spec.ts'],
    rules: { 'no-restricted-imports': ['error', { name: '@playwright/test', message: 'Take it from test.ts.' }] },
  },
);
