import { DocumentStatus } from '@shared/documents'
import { listText } from '@renderer/ui/text/figure-text'

/** A duration in milliseconds as a clock: `0:07`, `12:30`, `1:02:05`. Clocks that disagree show `0:00`. */
export function elapsedText(ms: number): string {
  const seconds = Number.isFinite(ms) ? Math.max(0, Math.floor(ms / 1000)) : 0
  const two = (part: number) => String(part).padStart(2, '0')
  const minutes = Math.floor(seconds / 60)
  const rest = two(seconds % 60)
  return minutes < 60 ? `${minutes}:${rest}` : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${rest}`
}

/** Page numbers as a reader of the language writes them: `1–3, 7`. Any order, repeats allowed. */
export function pageRanges(pages: readonly number[], language?: string): string {
  const ranges: [number, number][] = []
  for (const page of [...new Set(pages)].sort((a, b) => a - b)) {
    const last = ranges.at(-1)
    if (last?.[1] === page - 1) last[1] = page
    else ranges.push([page, page])
  }
  const written = ranges.map(([from, to]) => (from === to ? String(from) : `${from}\u2013${to}`))
  return listText(written, language)
}

/** A job's message in the reader's language: the engine says `name: status`; other messages lose their last part. */
export function jobMessage(message: string, nameOf: (status: DocumentStatus) => string): string {
  const at = message.lastIndexOf(': ')
  const status = DocumentStatus.safeParse(message.slice(at + 2))
  if (at < 0 || !status.success) return at < 0 ? '' : message.slice(0, at)
  return `${message.slice(0, at)} \u00b7 ${nameOf(status.data)}`
}

/** A path as it is pasted from elsewhere: without the quotes a file manager or terminal puts around it. */
export function typedPath(text: string): string {
  const path = text.trim()
  const quoted = /^(["'])(.+)\1$/u.exec(path)
  return quoted?.[2] ?? path
}
