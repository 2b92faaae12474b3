import { expect, test, vi } from 'vitest';
import { clientOf, httpFixture } from './client-kit.ts';

test('tools() does not wait long for a server that is gone, and has its tools when it is back', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    const fixture = httpFixture();
    let isThere = false;
    const attempts = vi.fn();
    const client = clientOf({
      ...fixture,
      fetch: async (url, init) => {
        if (isThere && fixture.fetch) return fixture.fetch(url, init);
        attempts();
        throw new TypeError('fetch failed');
      },
    });
    for (let time = 0; time < 8; time += 1) {
      vi.setSystemTime(Date.now() + 60_000);
      expect(await client.tools()).toEqual({});
    }
    const before = attempts.mock.calls.length;
    expect(before).toBeGreaterThanOrEqual(8);
    // The next attempt is half a minute away.
    expect(await client.tools()).toEqual({});
    expect(attempts).toHaveBeenCalledTimes(before);
    const said = client.log.lines.at(-1);
    expect(said?.details['error']).toMatchObject({ code: 'MCP_UNREACHABLE' });
    isThere = true;
    vi.setSystemTime(Date.now() + 60_000);
    expect(Object.keys(await client.tools())).toContain('fx_echo');
    await client.close();
  } finally {
    vi.useRealTimers();
  }
});
