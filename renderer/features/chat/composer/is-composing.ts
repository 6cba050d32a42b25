import type { KeyboardEvent } from 'react'

/** Whether a key belongs to an input method, which uses Enter to accept what it offers. 229 is what older ones send. */
export function isComposing({ nativeEvent }: KeyboardEvent): boolean {
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- Safari ends the composition before the key that accepts it
  return nativeEvent.isComposing || nativeEvent.keyCode === 229
}
