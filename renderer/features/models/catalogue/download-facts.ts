import type { Download } from '@shared/models/models'
import type { TextKeyBelow } from '@renderer/locales/text-key'
import { durationText } from '@renderer/ui/text/figure-text'

/** Seconds a download still takes at its present speed; null where that cannot be told. */
export function secondsLeft({ state, done, total, bytes_per_second }: Download): number | null {
  if (state !== 'running' || bytes_per_second <= 0 || total <= done) return null
  return Math.ceil((total - done) / bytes_per_second)
}

/** Whole seconds: it is an estimate. */
export function leftText(seconds: number): string {
  return seconds < 60 ? `${seconds} s` : durationText(seconds * 1000)
}

/** The locale key (under `download`) of what is said of a download. */
export function downloadKey({ state, verified }: Download): TextKeyBelow<'models', 'download'> {
  if (state !== 'done') return `state.${state}`
  return verified ? 'state.verified' : 'state.unverified'
}

/** How far the download of a catalogue entry is; undefined where none is under way or stopped. */
export function openState(downloads: readonly Download[], entryId: string): OpenState | undefined {
  for (const { entry_id, state } of downloads) if (entry_id === entryId && state !== 'done') return state
  return undefined
}

export type OpenState = Exclude<Download['state'], 'done'>

/** Unfinished downloads first, then finished ones. */
export function inOrder(downloads: readonly Download[]): Download[] {
  return [...downloads].sort((a, b) => Number(a.state === 'done') - Number(b.state === 'done'))
}
