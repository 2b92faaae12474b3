/**
 * Gives a module, or what is made of it, that is loaded when it is needed first; from then on it is
 * there at once. Where it could not be loaded, the next who needs it tries again.
 *
 * Bundles for the edge are read whole before anything begins, so what few programs need is not a part
 * of what is loaded at the start.
 */
export function loadOnce<T>(load: () => Promise<T>): () => T | Promise<T> {
  let loaded: { readonly value: T } | undefined;
  return () => {
    if (loaded) return loaded.value;
    return load().then((value) => {
      loaded = { value };
      return value;
    });
  };
}
