import { titleFromName } from '../files/file-name'
import type { ParsedText, Parser, ParserInput } from './parser'
import { joinLines } from './structure/flowing-lines'
import { readSourceText } from './structure/source-text'
import { StructureBuilder } from './structure/structure-builder'

const times = /^\s*((?:\d{1,3}:)?\d{1,2}:\d{2}[.,]\d{1,3})\s*-->\s*(?:\d{1,3}:)?\d{1,2}:\d{2}[.,]\d{1,3}/u
const note = /^(?:WEBVTT|NOTE|STYLE|REGION|X-TIMESTAMP)\b/u
/** In seconds: a new heading from the first sentence that ends after the one, from any line after the other. */
const stretch = { least: 30, most: 90 } as const

interface Cue {
  readonly start: number
  readonly text: string
}

/** Subtitles, SubRip and WebVTT: what is said, below headings that say when. */
export const subtitlesParser: Parser = {
  format: 'subtitles',
  extensions: ['srt', 'vtt'],
  kind: 'text',
  recognises: ({ promised, isUnread, text }) =>
    (promised === 'text' || (!promised && !isUnread)) &&
    (/^WEBVTT\b/u.test(text) || /^\s*1\r?\n\s*\d{1,2}:\d\d:\d\d[,.]\d{1,3} --> /u.test(text)),
  parse({ bytes, name }: ParserInput): ParsedText {
    const { text, gaps } = readSourceText(bytes)
    const builder = new StructureBuilder()
    builder.gaps.push(...gaps)
    addCues(builder, cuesOf(text))
    // Words without times, in a file that is called so.
    if (builder.length === 0) for (const passage of text.split(/\n\s*\n/u)) builder.add('paragraph', passage)
    return builder.finish('subtitles', titleFromName(name))
  },
}

function cuesOf(text: string): Cue[] {
  const cues: Cue[] = []
  let start: number | undefined
  let lines: string[] = []
  const close = (): void => {
    const said = spokenText(joinLines(lines))
    // Captions made by machines repeat the line before.
    if (start !== undefined && said !== '' && said !== cues.at(-1)?.text) cues.push({ start, text: said })
    start = undefined
    lines = []
  }
  for (const line of text.split('\n')) {
    const time = times.exec(line)?.[1]
    if (time !== undefined) {
      // The line above may be the cue's number.
      close()
      start = secondsOf(time)
    } else if (line.trim() === '') close()
    else if (start !== undefined && !note.test(line)) lines.push(line)
  }
  close()
  return cues
}

/** Who speaks comes before what is said; signs for the look of it go. */
function spokenText(text: string): string {
  return text
    .replace(/<v(?:\.[^\s>]{1,40})?\s([^>]{1,80})>/gu, '$1: ')
    .replace(/<\/?[a-z][^<>]{0,80}>|<\d[\d:.]{0,20}>|\{\\[^{}]{0,40}\}/giu, '')
    .replace(/&amp;/gu, '&')
    .replace(/&lt;/gu, '<')
    .replace(/&gt;/gu, '>')
    .replace(/&nbsp;|\s+/gu, ' ')
    .trim()
}

function addCues(builder: StructureBuilder, cues: readonly Cue[]): void {
  let from: number | undefined
  let said: string[] = []
  const close = (): void => {
    if (from !== undefined && said.length > 0) {
      builder.add('heading', clock(from), { level: 1 })
      builder.add('paragraph', joinLines(said))
    }
    from = undefined
    said = []
  }
  for (const { start, text } of cues) {
    const passed = start - (from ?? start)
    const endsSentence = /[.!?。！？…"”]$/u.test(said.at(-1) ?? '')
    if (passed >= stretch.most || (passed >= stretch.least && endsSentence) || passed < 0) close()
    from ??= start
    said.push(text)
  }
  close()
}

function secondsOf(time: string): number {
  const [seconds = 0, minutes = 0, hours = 0] = time.replace(',', '.').split(':').map(Number).toReversed()
  return hours * 3600 + minutes * 60 + seconds
}

function clock(seconds: number): string {
  const whole = Math.floor(seconds)
  return [whole / 3600, (whole % 3600) / 60, whole % 60]
    .map((part) => String(Math.floor(part)).padStart(2, '0'))
    .join(':')
}
