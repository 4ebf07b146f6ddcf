// Which of the two arrangements of a table the window has room for.

import { MediaQuery } from 'svelte/reactivity';

/** In a low window the acts stand beside the felt, as high as it is; in all others below it. */
export const actsBeside = new MediaQuery('(max-height: 580px) and (min-width: 600px), (max-height: 340px) and (min-width: 480px)');
