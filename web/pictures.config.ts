// Pictures of every state of the page: `npm run pictures`, or `cargo xtask screenshots FOLDER`.

import shared from './browser.config.ts';

export default {
  ...shared,
  testDir: 'browser/pictures',
  testIgnore: [],
  use: { ...shared.use, locale: 'en-GB', timezoneId: 'UTC' },
};
