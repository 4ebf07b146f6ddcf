// Which of a table's two layouts the window has room for.

import { MediaQuery } from 'svelte/reactivity';

/** In a low window the acts are beside the felt and as high as it is; in all others below it. */
export const actsBeside = new MediaQuery('(max-height: 580px) and (min-width: 600px), (max-height: 340px) and (min-width: 480px)');
