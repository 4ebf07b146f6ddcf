// Tests that take half an hour of real time: `npm run measure-long`.

import usual from './playwright.config.ts';

export default { ...usual, testDir: 'browser/measure', testMatch: ['long.spec.ts'], testIgnore: [], timeout: 3_000_000 };
