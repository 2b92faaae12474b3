/**
 * A module of the runtime's own, such as `node:dns`; `undefined` where there is none. It is asked for
 * at run time, since an import would keep the library from loading on runtimes without it.
 */
export function builtinModule(name: `node:${string}`): unknown {
  try {
    const runtime: unknown = Reflect.get(globalThis, 'process');
    if (typeof runtime !== 'object' || runtime === null) return undefined;
    const getBuiltinModule: unknown = Reflect.get(runtime, 'getBuiltinModule');
    if (typeof getBuiltinModule !== 'function') return undefined;
    return getBuiltinModule.call(runtime, name);
  } catch {
    return undefined;
  }
}
