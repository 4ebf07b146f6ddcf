// Tests that take half an hour of real time: `npm run measure-long`.

import shared from './browser.config.ts';

export default { ...shared, testDir: 'browser/measure', testMatch: ['long.spec.ts'], testIgnore: [], timeout: 3_000_000 };
