// Measurements of the page, to be read rather than passed: `npm run measure`, or `cargo xtask measure-page`.

import usual from './playwright.config.ts';

export default { ...usual, testDir: 'browser/measure', testIgnore: ['long.spec.ts'], timeout: 300_000 };
