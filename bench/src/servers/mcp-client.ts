import type { Exchange, Message } from './exchange.ts';
import type { Era } from './server-contender.ts';

type Params = Readonly<Record<string, unknown>>;

/** What a server answers a request with; an error of the protocol is none. */
export type Result = Readonly<Record<string, unknown>>;

const me = { name: 'bench', version: '1.0.0' };

const envelope = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': me,
  'io.modelcontextprotocol/clientCapabilities': {},
};

/**
 * A client that does as little as the protocol lets it, and the same for every server: nothing of
 * what it costs is in a server's figures.
 */
export class McpClient {
  readonly #exchange: Exchange;
  readonly #era: Era;
  #id = 0;

  constructor(exchange: Exchange, era: Era) {
    this.#exchange = exchange;
    this.#era = era;
  }

  /** Opens a session, where the era has them. */
  async open(): Promise<void> {
    if (this.#era === '2026-07-28') return;
    await this.ask('initialize', {
      protocolVersion: this.#era,
      capabilities: {},
      clientInfo: me,
    });
    const method = 'notifications/initialized';
    await this.#exchange.send({ method }, { 'mcp-protocol-version': this.#era });
  }

  /** @throws where the server answers with an error of the protocol. */
  async ask(method: string, params: Params = {}): Promise<Result> {
    const answer = await this.answer(method, params);
    if (answer.result === undefined) throw new Error(`${method}: ${JSON.stringify(answer)}`);
    return answer.result;
  }

  /** The answer as it came. */
  async answer(method: string, params: Params): Promise<Message> {
    this.#id += 1;
    const modern = this.#era === '2026-07-28';
    const { name } = params;
    const answer = await this.#exchange.send(
      { id: this.#id, method, params: modern ? { ...params, _meta: envelope } : params },
      {
        'mcp-protocol-version': this.#era,
        ...(modern ? { 'mcp-method': method } : {}),
        ...(modern && typeof name === 'string' ? { 'mcp-name': name } : {}),
      },
    );
    if (answer === undefined) throw new Error(`${method} was not answered.`);
    return answer;
  }

  close(): void {
    this.#exchange.close();
  }
}
