// Measurements of the page, to be read rather than passed: `npm run measure`, or `cargo xtask measure-page`.

import shared from './browser.config.ts';

export default { ...shared, testDir: 'browser/measure', testIgnore: ['long.spec.ts'], timeout: 300_000 };
