import { join, resolve } from 'node:path'

/** Where tests/build-once.ts puts what it builds. */
export const builtEntries = resolve(import.meta.dirname, '../out/test')

/** The JavaScript of one of its entries. */
export const builtEntry = (name: string): string => join(builtEntries, `${name}.mjs`)
