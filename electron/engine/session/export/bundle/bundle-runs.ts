import { escapeHtml } from '../pages/html-text'
import { canonicalJson } from './canonical-json'

/** Research that was begun from a session, as a bundle holds it. */
export interface BundleRun {
  /** A file name in itself: `r_` and letters, digits or hyphens. */
  readonly id: string
  readonly title: string
  /** The report, as a page that opens offline. */
  readonly page: string
  /** All of the run. */
  readonly data: object
}

/** The names of a run's files in a bundle: its report, and all of it. */
export function namesOfRun({ id }: Pick<BundleRun, 'id'>): [page: string, data: string] {
  return [`research/${id}.html`, `research/${id}.json`]
}

/** The files of a run in a bundle, by name. */
export function filesOfRun(run: BundleRun): [name: string, text: string][] {
  const [page, data] = namesOfRun(run)
  return [
    [page, run.page],
    [data, canonicalJson(run.data)],
  ]
}

/** The links to the reports of a session's runs, for the list of a bundle; empty where there are none. */
export function runLinks(runs: readonly Pick<BundleRun, 'id' | 'title'>[]): string {
  if (runs.length === 0) return ''
  const items = runs.map(
    ({ id, title }) => `<li><a href="research/${id}.html"><bdi>${escapeHtml(title.trim() || id)}</bdi></a></li>`,
  )
  return `<ul>${items.join('')}</ul>`
}
