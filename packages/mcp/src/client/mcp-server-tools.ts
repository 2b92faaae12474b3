import type { Logger, Tool } from 'helve';
import type { McpClientOptions } from './client-options.ts';
import type { ServerDefinition } from './definitions.ts';
import { keepListening } from './keep-listening.ts';
import { makeTool } from './make-tool.ts';
import type { ClientFacts } from './open-connection.ts';
import { ServerConnection } from './server-connection.ts';
import { serverLog } from './server-log.ts';
import type { ServerSettings } from './server-settings.ts';
import type { ServerParts } from './tool-call.ts';
import type { McpToolDefinition } from './tool-definition.ts';
import { ToolList } from './tool-list.ts';
import type { NameSpace } from './tool-name.ts';
import { toolName } from './tool-name.ts';

/** One server of a client: the way to it, what it has, and the tools made of that. */
export class McpServerTools {
  readonly settings: ServerSettings;
  readonly way: ServerConnection;
  readonly list: ToolList;
  readonly #space: NameSpace;
  readonly #parts: ServerParts;
  /** By the name a model knows them by; made anew where the definition changed. */
  readonly #made = new Map<
    string,
    { readonly definition: McpToolDefinition; readonly tool: Tool }
  >();

  constructor(
    settings: ServerSettings,
    space: NameSpace,
    facts: ClientFacts,
    logger: Logger,
    options: McpClientOptions,
    exported: ServerDefinition | undefined,
  ) {
    const log = serverLog(logger, settings.name);
    this.settings = settings;
    this.#space = space;
    this.way = new ServerConnection(settings, facts, log, {
      onOpen: (connection) => {
        this.list.refresh(connection);
        const onMissed = (): void => this.list.refresh(connection);
        const onDeaf = (): void => this.list.becomesSilent(connection);
        keepListening(connection, this.way, { onMissed, onDeaf }, log);
      },
      onToolsChanged: () => {
        const connection = this.way.current;
        if (connection) this.list.refresh(connection);
      },
    });
    const { onDrift, onToolsChanged, onElicitation } = options;
    this.list = new ToolList(settings, this.way, log, { onDrift, onToolsChanged }, exported);
    this.#parts = {
      settings,
      connection: this.way,
      log,
      roots: facts.roots,
      held: new Map(),
      ...(onElicitation ? { onElicitation } : {}),
    };
  }

  /** The server's tools, as many of them as can be used. */
  async tools(signal: AbortSignal | undefined): Promise<ReadonlyMap<string, Tool>> {
    const { tools } = await this.list.current(signal);
    const taken = tools.filter(({ name }) => this.settings.takes(name));
    const named = new Map<string, Tool>();
    for (const definition of taken) {
      const name = toolName(this.#space, definition.name);
      const tool = this.#toolFor(name, definition);
      if (tool && !named.has(name)) named.set(name, tool);
    }
    // What is gone is not kept: a server may change its tools as often as it likes.
    for (const name of this.#made.keys()) if (!named.has(name)) this.#made.delete(name);
    return named;
  }

  /** Ends the connection, and the calls that wait for a person over it. */
  async close(): Promise<void> {
    for (const call of this.#parts.held.values()) call.give();
    this.#parts.held.clear();
    await this.way.close();
  }

  #toolFor(name: string, definition: McpToolDefinition): Tool | undefined {
    const made = this.#made.get(name);
    if (made && JSON.stringify(made.definition) === JSON.stringify(definition)) return made.tool;
    try {
      const tool = makeTool(name, definition, this.#parts);
      this.#made.set(name, { definition, tool });
      return tool;
    } catch (error) {
      this.#parts.log(
        'warn',
        `its tool "${definition.name}" is left out, because its inputSchema cannot be used.`,
        { error },
      );
      return undefined;
    }
  }
}
