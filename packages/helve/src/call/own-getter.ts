/**
 * A getter of a class as objects of the class can have it themselves, so that it stays when they are
 * spread. It is one function for all of them: an object with getters made for it alone is slow to
 * make, and slow to read.
 */
export function ownGetter<T extends object>(prototype: T, name: keyof T): PropertyDescriptor {
  return { ...Object.getOwnPropertyDescriptor(prototype, name), enumerable: true };
}
