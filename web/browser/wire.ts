// A piece of wire between browsers and the room, which can be cut and mended.

import { type Server, type Socket, connect, createServer } from 'node:net';

/** A wire to a room. */
export class Wire {
  #open = new Set<Socket>();
  #far = new Set<Socket>();
  #whole = true;
  #refuses = false;

  private constructor(
    /** The room's address at this end of the wire. */
    readonly address: string,
    private readonly server: Server,
  ) {}

  /** Lays a wire to the room at that address. */
  static async to(address: string): Promise<Wire> {
    const { hostname, port } = new URL(address);
    const server = createServer();
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    const at = server.address();
    if (at === null || typeof at === 'string') throw new Error('the wire has no port');
    const wire = new Wire(`http://127.0.0.1:${String(at.port)}`, server);
    server.on('connection', (near) => {
      wire.#keeps(near);
      if (wire.#refuses) near.destroy();
      // Connections attempted while the wire is cut get no answer at all, as in a tunnel.
      if (!wire.#whole) return;
      const far = connect(Number(port), hostname);
      wire.#keeps(far);
      wire.#far.add(far);
      far.on('close', () => wire.#far.delete(far));
      near.on('data', (bytes) => { if (wire.#whole) far.write(bytes); });
      far.on('data', (bytes) => { if (wire.#whole) near.write(bytes); });
      near.on('close', () => { if (wire.#whole) far.destroy(); });
      far.on('close', () => { if (wire.#whole) near.destroy(); });
    });
    return wire;
  }

  #keeps(socket: Socket): void {
    this.#open.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.#open.delete(socket));
  }

  /**
   * Nothing gets through any more; the network notifies the room's end, but not the browser's. Connections
   * attempted meanwhile get no answer at all, or are turned away at once.
   */
  cut(how: 'silent' | 'turns away' = 'silent'): void {
    this.#whole = false;
    this.#refuses = how === 'turns away';
    if (this.#refuses) for (const socket of this.#open) socket.destroy();
    for (const far of this.#far) far.destroy();
  }

  /** Mends the wire; what was under way when it was cut is lost. */
  mend(): void {
    this.#whole = true;
    this.#refuses = false;
    for (const socket of this.#open) socket.destroy();
  }

  /** Takes the wire away. */
  remove(): void {
    for (const socket of this.#open) socket.destroy();
    this.server.close();
  }
}
