// The backs of cards: three patterns, each in whatever colour the deck uses.

/** One symbol of the sprite. */
export interface Picture {
  viewBox: string;
  content: string;
}

/** The printed part of a back: its position on the card and its size. */
const [X, Y, WIDTH, HEIGHT] = [15, 15, 220, 320];

function round(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/** The lattice: diagonals both ways across the printed part, with a diamond where four fields meet. */
function lattice(): string {
  const [wide, high] = [WIDTH / 6, HEIGHT / 6];
  let lines = '';
  let dots = '';
  for (let at = 0; at <= 12; at += 1) {
    const start = (at - 6) * wide;
    lines += `M${round(start)} 0l${WIDTH} ${HEIGHT}M${round(start + WIDTH)} 0l${-WIDTH} ${HEIGHT}`;
  }
  for (let row = 0; row < 6; row += 1) {
    for (let column = 0; column <= 6; column += 1) {
      const across = column * wide;
      const down = (row + 0.5) * high;
      dots += `M${round(across)} ${round(down - 9)}l6 9-6 9-6-9z`;
      if (column < 6) dots += `M${round(across + wide / 2)} ${round(row * high + high - 9)}l6 9-6 9-6-9z`;
    }
  }
  return `<path fill="none" stroke="var(--back-line)" stroke-width="2" stroke-opacity=".75" d="${lines}"/><path fill="var(--back-line)" d="${dots}"/>`;
}

/** Scales: overlapping rows of arcs. */
function scales(): string {
  const wide = WIDTH / 4;
  const half = wide / 2;
  let rings = '';
  let eyes = '';
  for (let row = 0; row <= HEIGHT / (half / 2) + 2; row += 1) {
    const down = row * (half / 2) + half * 0.4;
    for (let column = -1; column <= 4; column += 1) {
      const across = column * wide + (row % 2 === 0 ? 0 : half);
      const at = (radius: number) => `M${round(across + half - radius)} ${round(down)}a${round(radius)} ${round(radius)} 0 0 1 ${round(radius * 2)} 0`;
      // The next rows cover everything below a scale, so only the upper part of its rings shows.
      rings += arc(across + half, down, half) + arc(across + half, down, half * 0.68);
      eyes += at(half * 0.26) + 'z';
    }
  }
  return `<path fill="none" stroke="var(--back-line)" stroke-width="2.2" d="${rings}"/><path fill="var(--back-line)" d="${eyes}"/>`;
}

/** The part of a ring around a point that the scales of the next row leave visible. */
function arc(x: number, y: number, radius: number): string {
  const half = WIDTH / 8;
  // A scale of the next row, of radius `half`, is half a width to the side and a quarter of a width lower.
  let from = 0;
  while (from < 90) {
    const angle = (from * Math.PI) / 180;
    const [across, down] = [radius * Math.cos(angle) - half, -radius * Math.sin(angle) - half / 2];
    if (Math.hypot(across, down) >= half - 0.01) break;
    from += 1;
  }
  const angle = (from * Math.PI) / 180;
  const [across, up] = [radius * Math.cos(angle), radius * Math.sin(angle)];
  return `M${round(x - across)} ${round(y - up)}A${round(radius)} ${round(radius)} 0 0 1 ${round(x + across)} ${round(y - up)}`;
}

/** Rays running outwards between rings, with a rosette in the centre. */
function rays(): string {
  const [middle, halfway] = [WIDTH / 2, HEIGHT / 2];
  let wedges = '';
  for (let at = 0; at < 32; at += 1) {
    const corner = (turn: number) => {
      const angle = (turn / 32) * Math.PI;
      return `${round(middle + Math.sin(angle) * 230)} ${round(halfway - Math.cos(angle) * 230)}`;
    };
    wedges += `M${middle} ${halfway}L${corner(at * 2 - 0.5)} ${corner(at * 2 + 0.5)}z`;
  }
  let petals = '';
  for (let at = 0; at < 8; at += 1) {
    petals += `<path transform="rotate(${at * 45} ${middle} ${halfway})" d="M${middle} ${halfway - 8}c-13-12-13-26 0-42 13 16 13 30 0 42z"/>`;
  }
  const circle = (radius: number, width: number) => `<circle cx="${middle}" cy="${halfway}" r="${radius}" fill="none" stroke="var(--back-line)" stroke-width="${width}"/>`;
  return `<path fill="var(--back-line)" fill-opacity=".55" d="${wedges}"/><circle cx="${middle}" cy="${halfway}" r="66" fill="var(--back)"/>`
    + circle(66, 3) + circle(58, 1.5) + circle(104, 2.5) + circle(142, 2.5) + `<g fill="var(--back-line)">${petals}</g>`
    + `<circle cx="${middle}" cy="${halfway}" r="7" fill="var(--back-line)"/>`;
}

const SHEET = '<rect x=".75" y=".75" width="248.5" height="348.5" rx="15" fill="var(--card-face)" stroke="var(--card-edge)" stroke-width="1.5"/>';

function back(pattern: string): string {
  return `${SHEET}<rect x="${X - 1}" y="${Y - 1}" width="${WIDTH + 2}" height="${HEIGHT + 2}" rx="9" fill="var(--back)"/>`
    + `<svg x="${X + 7}" y="${Y + 7}" width="${WIDTH - 14}" height="${HEIGHT - 14}" viewBox="7 7 ${WIDTH - 14} ${HEIGHT - 14}">${pattern}</svg>`
    + `<rect x="${X + 6}" y="${Y + 6}" width="${WIDTH - 12}" height="${HEIGHT - 12}" rx="5" fill="none" stroke="var(--back-line)" stroke-width="2.5"/>`;
}

/** Every back, by the id of its symbol. */
export function backs(): Map<string, Picture> {
  const viewBox = '0 0 250 350';
  const plain = `${SHEET}<rect x="20" y="20" width="210" height="310" rx="10" fill="var(--back)"/>`
    + '<path fill="var(--back-line)" d="M125 72L188 175 125 278 62 175z"/><path fill="var(--back)" d="M125 112L164 175 125 238 86 175z"/>'
    + '<path fill="none" stroke="var(--back-line)" stroke-width="7" d="M40 40h170v270H40z"/>';
  return new Map([
    ['back-lattice', { viewBox, content: back(lattice()) }],
    ['back-scales', { viewBox, content: back(scales()) }],
    ['back-rays', { viewBox, content: back(rays()) }],
    ['back-small', { viewBox, content: plain }],
  ]);
}
