const ALLOWED_HEADERS =
  'authorization, content-type, accept, last-event-id, mcp-session-id, mcp-protocol-version, mcp-method, mcp-name';

/** The answer to a browser that asks before it calls from a page that the guard let through. */
export function preflightResponse(request: Request): Response {
  const asked = request.headers.get('access-control-request-headers');
  return new Response(null, {
    status: 204,
    headers: {
      ...originHeaders(request),
      'access-control-allow-methods': 'GET, POST, DELETE',
      // a tool may mirror arguments in headers of its own
      'access-control-allow-headers': asked ?? ALLOWED_HEADERS,
      'access-control-max-age': '600',
    },
  });
}

/** Lets the page read the answer. */
export function withOrigin(request: Request, response: Response): Response {
  if (!request.headers.has('origin')) return response;
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(originHeaders(request))) headers.set(name, value);
  const { status, statusText } = response;
  return new Response(response.body, { status, statusText, headers });
}

function originHeaders(request: Request): Readonly<Record<string, string>> {
  return {
    'access-control-allow-origin': request.headers.get('origin') ?? '',
    'access-control-expose-headers': 'mcp-session-id, mcp-protocol-version, www-authenticate',
    vary: 'origin',
  };
}
