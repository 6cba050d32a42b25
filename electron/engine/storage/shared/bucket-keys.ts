import { CairnError } from '@shared/errors'

const name = /^(?!\.{1,2}$)[\w.-]{1,200}$/

/** Throws INVALID_INPUT for a key that not every object store and file system can hold, or that leads out of a folder. */
export function requireKey(key: string): string {
  if (key.length <= 800 && key.split('/').every((part) => name.test(part))) return key
  throw new CairnError('INVALID_INPUT', `An object of a shared library cannot be called "${key.slice(0, 100)}".`)
}

/** Throws INVALID_INPUT for a prefix that is no folder of keys. */
export function requirePrefix(prefix: string): string {
  if (!prefix.endsWith('/')) throw new CairnError('INVALID_INPUT', `"${prefix.slice(0, 100)}" must end with "/".`)
  requireKey(prefix.slice(0, -1))
  return prefix
}

export function objectMissing(key: string, address: string): CairnError {
  return new CairnError('NOT_FOUND', `There is no ${key} in ${address}.`, 'Check the address of the shared library.')
}
