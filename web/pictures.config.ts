// Pictures of every state of the page: `npm run pictures`, or `cargo xtask screenshots FOLDER`.

import usual from './playwright.config.ts';

export default {
  ...usual,
  testDir: 'browser/pictures',
  testIgnore: [],
  use: { ...usual.use, locale: 'en-GB', timezoneId: 'UTC' },
};
