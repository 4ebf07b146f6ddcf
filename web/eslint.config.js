// The lint rules of the page.

import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import ts from 'typescript-eslint';

export default ts.config(
  // The wire types are generated; their style is decided in the generator.
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
      // `== null` matches both null and undefined.
      eqeqeq: ['error', 'smart'],
      // Markup built from a text would be a way in for the author of that text.
      'svelte/no-at-html-tags': 'error',
      // The page is one document and keeps its places after the number sign: there is no router to resolve
      // them.
      'svelte/no-navigation-without-resolve': 'off',
    },
  },
  {
    // The project's own `test` checks that messages shown in tests have the form of messages.
    files: ['browser/*.spec.ts', 'browser/acceptance/*.spec.ts'],
    rules: { 'no-restricted-imports': ['error', { name: '@playwright/test', message: 'Take it from test.ts.' }] },
  },
);
