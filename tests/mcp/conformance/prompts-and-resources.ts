import type { Server } from '@modelcontextprotocol/server';
import {
  acceptedContent,
  inputRequired,
  ResourceNotFoundError,
} from '@modelcontextprotocol/server';
import { PNG } from './content-tools.ts';

// What the suite wants beside tools. It is not Helve's: the SDK's own server is there to add it.

const text = (words: string) => ({ type: 'text', text: words }) as const;
const user = <T>(content: T) => ({ role: 'user', content }) as const;

const prompts = [
  { name: 'test_simple_prompt', description: 'A text' },
  {
    name: 'test_prompt_with_arguments',
    description: 'A text with arguments',
    arguments: [
      { name: 'arg1', required: true },
      { name: 'arg2', required: true },
    ],
  },
  {
    name: 'test_prompt_with_embedded_resource',
    description: 'A resource',
    arguments: [{ name: 'resourceUri', required: true }],
  },
  { name: 'test_prompt_with_image', description: 'An image' },
  { name: 'test_input_required_result_prompt', description: 'Asks first' },
];

const resources = [
  { uri: 'test://static-text', name: 'static-text', mimeType: 'text/plain' },
  { uri: 'test://static-binary', name: 'static-binary', mimeType: 'image/png' },
  { uri: 'test://watched-resource', name: 'watched-resource', mimeType: 'text/plain' },
];

function messagesOf(name: string, given: Readonly<Record<string, string>> = {}) {
  switch (name) {
    case 'test_prompt_with_arguments':
      return [
        user(text(`Prompt with arguments: arg1='${given['arg1']}', arg2='${given['arg2']}'`)),
      ];
    case 'test_prompt_with_embedded_resource': {
      const uri = given['resourceUri'] ?? '';
      const resource = { uri, mimeType: 'text/plain', text: 'Embedded resource content.' };
      return [user({ type: 'resource', resource } as const), user(text('Please process it.'))];
    }
    case 'test_prompt_with_image':
      return [
        user({ type: 'image', data: PNG, mimeType: 'image/png' } as const),
        user(text('Please analyze the image above.')),
      ];
    default:
      return [user(text('This is a simple prompt for testing.'))];
  }
}

function contentsOf(uri: string) {
  if (uri === 'test://static-binary') return { uri, mimeType: 'image/png', blob: PNG };
  const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1];
  if (id !== undefined) {
    const data = { id, templateTest: true, data: `Data for ID: ${id}` };
    return { uri, mimeType: 'application/json', text: JSON.stringify(data) };
  }
  if (!resources.some((resource) => resource.uri === uri)) throw new ResourceNotFoundError(uri);
  return { uri, mimeType: 'text/plain', text: 'This is the content of the static text resource.' };
}

/** Adds the suite's prompts, resources and completions. */
export function addPromptsAndResources(server: Server): void {
  server.registerCapabilities({ prompts: {}, resources: { subscribe: true }, completions: {} });
  server.setRequestHandler('prompts/list', () => ({ prompts }));
  server.setRequestHandler('prompts/get', ({ params }, { mcpReq }) => {
    if (params.name !== 'test_input_required_result_prompt') {
      return { messages: messagesOf(params.name, params.arguments) };
    }
    const answer = acceptedContent(mcpReq.inputResponses, 'user_context');
    if (answer) return { messages: [user(text(`In the context of ${answer['context']}`))] };
    const question = inputRequired.elicit({
      message: 'What context should the prompt use?',
      requestedSchema: {
        type: 'object',
        properties: { context: { type: 'string' } },
        required: ['context'],
      },
    });
    return inputRequired({ inputRequests: { user_context: question } });
  });
  server.setRequestHandler('resources/list', () => ({ resources }));
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [{ uriTemplate: 'test://template/{id}/data', name: 'template' }],
  }));
  server.setRequestHandler('resources/read', ({ params }) => ({
    contents: [contentsOf(params.uri)],
  }));
  server.setRequestHandler('resources/subscribe', () => ({}));
  server.setRequestHandler('resources/unsubscribe', () => ({}));
  server.setRequestHandler('completion/complete', () => ({ completion: { values: [] } }));
}
