/** A page that fell over once more within this time would fall over again at once, so a person is asked. */
const calmMs = 60_000
const firstPauseMs = 500

/** What to do about a page whose process is gone. */
export type AfterCrash = { readonly act: 'reload'; readonly afterMs: number } | { readonly act: 'ask' } | null

/**
 * Reloads after the first crash, asks at the next one within a minute. `previous` and `now` are milliseconds of one
 * clock. Null where nothing is wrong: Chromium also reports processes it ended itself.
 */
export function afterCrash(reason: string, previous: number | undefined, now: number): AfterCrash {
  if (reason === 'clean-exit') return null
  if (previous !== undefined && now - previous < calmMs) return { act: 'ask' }
  return { act: 'reload', afterMs: firstPauseMs }
}
