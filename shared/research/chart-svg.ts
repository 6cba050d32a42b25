import type { ReportBlock } from './research-report'

export type ReportChart = Extract<ReportBlock, { type: 'chart' }>

/** Colours of a chart, as SVG writes them. `series` is gone through again where a chart has more. */
export interface ChartColours {
  readonly ink: string
  readonly faint: string
  readonly line: string
  readonly series: readonly string[]
}

/** Told apart by people who see no red or green, on paper and on a dark page. Source: Okabe and Ito, Color Universal Design. */
const seriesColours = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#b58900', '#56b4e9']

export const paperColours: ChartColours = { ink: '#1d1b18', faint: '#57534c', line: '#cdc7bc', series: seriesColours }
/** For a page that has colours of its own: text takes the page's. */
export const pageColours: ChartColours = {
  ink: 'currentColor',
  faint: 'currentColor',
  line: 'currentColor',
  series: seriesColours,
}

const width = 640
const fontSize = 12

/**
 * A chart as one SVG element, 640 units wide, without script, style or anything loaded: bars lie, since labels are long; a line goes
 * from left to right, with gaps where values lack. Values stand beside their bars, so that colour is never the only sign.
 */
export function chartSvg(chart: ReportChart, colours: ChartColours = paperColours, font = 'sans-serif'): string {
  const { body, height } = chart.shape === 'bar' ? bars(chart, colours) : lines(chart, colours)
  const legend = chart.series.length > 1 ? legendOf(chart, colours, height) : { body: '', height: 0 }
  const total = height + legend.height
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${total}" width="${width}" height="${total}" role="img" font-family="${escapeXml(font)}" font-size="${fontSize}">`,
    `<title>${escapeXml(chart.caption)}</title>`,
    `<desc>${escapeXml(described(chart))}</desc>`,
    body,
    legend.body,
    '</svg>',
  ].join('')
}

/** The values in words, for who cannot see them. */
function described({ labels, series, unit }: ReportChart): string {
  return series
    .map(({ name, values }) => {
      const parts = labels.map((label, at) => `${label} ${shownValue(values[at] ?? null, unit)}`)
      return `${name}: ${parts.join(', ')}`
    })
    .join('; ')
}

function shownValue(value: number | null, unit: string | undefined): string {
  if (value === null) return '–'
  const digits = value.toLocaleString('en-GB', { maximumFractionDigits: 4 })
  return unit === undefined || unit === '' ? digits : unit === '%' ? `${digits}%` : `${digits} ${unit}`
}

interface Drawn {
  readonly body: string
  readonly height: number
}

/** Room for labels, in units; a letter takes about so many. */
const labelRoom = { least: 40, most: 300, ofLetter: 6.6 }
const labelGap = 8
const valueWidth = 90
const barHeight = 14

function bars({ labels, series, unit }: ReportChart, colours: ChartColours): Drawn {
  const [low, high] = rangeOf(series)
  const longest = Math.max(0, ...labels.map(lettersIn)) * labelRoom.ofLetter + labelGap
  const labelWidth = Math.round(Math.min(labelRoom.most, Math.max(labelRoom.least, longest)))
  const mostLetters = Math.floor((labelRoom.most - labelGap) / labelRoom.ofLetter)
  const room = width - labelWidth - valueWidth
  const x = (value: number) => labelWidth + ((value - low) / (high - low)) * room
  const groupHeight = series.length * barHeight + 10
  const parts = labels.flatMap((label, at) => {
    const top = at * groupHeight + 6
    const middle = top + (series.length * barHeight) / 2 + 4
    const name = `<text x="${labelWidth - labelGap}" y="${round(middle)}" text-anchor="end" fill="${colours.ink}">${escapeXml(shortened(label, mostLetters))}</text>`
    const each = series.map(({ values }, of) => {
      const value = values[at] ?? null
      const y = top + of * barHeight
      if (value === null) return text(labelWidth + 4, y + 11, '–', colours.faint)
      const [from, to] = [x(Math.min(0, value)), x(Math.max(0, value))]
      return [
        `<rect x="${round(from)}" y="${y + 1}" width="${round(Math.max(1, to - from))}" height="${barHeight - 2}" fill="${colourOf(of, colours)}"/>`,
        text(to + 6, y + 11, shownValue(value, unit), colours.faint),
      ].join('')
    })
    return [name, ...each]
  })
  const height = labels.length * groupHeight + 12
  const zero = `<line x1="${round(x(0))}" x2="${round(x(0))}" y1="0" y2="${height - 6}" stroke="${colours.line}"/>`
  return { body: zero + parts.join(''), height }
}

const plotTop = 10
const plotHeight = 220
const plotLeft = 70

function lines({ labels, series, unit }: ReportChart, colours: ChartColours): Drawn {
  const [low, high] = rangeOf(series)
  const room = width - plotLeft - 30
  const x = (at: number) => plotLeft + (labels.length < 2 ? room / 2 : (at / (labels.length - 1)) * room)
  const y = (value: number) => plotTop + (1 - (value - low) / (high - low)) * plotHeight
  const grid = ticks(low, high).map((value) => {
    const at = round(y(value))
    const line = `<line x1="${plotLeft}" x2="${width - 30}" y1="${at}" y2="${at}" stroke="${colours.line}" stroke-opacity="0.5"/>`
    return `${line}<text x="${plotLeft - 8}" y="${at + 4}" text-anchor="end" fill="${colours.faint}">${escapeXml(shownValue(value, unit))}</text>`
  })
  const every = Math.ceil(labels.length / 8)
  const names = labels.map((label, at) =>
    at % every === 0
      ? `<text x="${round(x(at))}" y="${plotTop + plotHeight + 20}" text-anchor="middle" fill="${colours.faint}">${escapeXml(shortened(label, 12))}</text>`
      : '',
  )
  const drawn = series.map(({ values }, of) => {
    const points = values.map((value, at) => (value === null ? null : `${round(x(at))},${round(y(value))}`))
    const stretches = points
      .map((point) => point ?? '|')
      .join(' ')
      .split('|')
    const colour = colourOf(of, colours)
    return [
      ...stretches
        .filter((stretch) => stretch.trim() !== '')
        .map((stretch) => `<polyline points="${stretch.trim()}" fill="none" stroke="${colour}" stroke-width="2"/>`),
      ...points.flatMap((point) => {
        const [cx, cy] = point?.split(',') ?? []
        return cx === undefined || cy === undefined ? [] : [`<circle cx="${cx}" cy="${cy}" r="3" fill="${colour}"/>`]
      }),
    ].join('')
  })
  return { body: [...grid, ...names, ...drawn].join(''), height: plotTop + plotHeight + 32 }
}

function legendOf({ series }: ReportChart, colours: ChartColours, top: number): Drawn {
  const rows = series.map(({ name }, of) => {
    const y = top + of * 18
    return `<rect x="0" y="${y}" width="12" height="12" fill="${colourOf(of, colours)}"/>${text(18, y + 10, shortened(name, 80), colours.ink)}`
  })
  return { body: rows.join(''), height: series.length * 18 }
}

/** From the least to the greatest value, zero among them; never empty. */
function rangeOf(series: ReportChart['series']): readonly [number, number] {
  const values = series.flatMap((one) => one.values).filter((value) => value !== null)
  const low = Math.min(0, ...values)
  const high = Math.max(0, ...values)
  return low === high ? [low, low + 1] : [low, high]
}

/** About five round values between two. */
function ticks(low: number, high: number): number[] {
  const rough = (high - low) / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 5, 10].find((one) => one * power >= rough) ?? 10) * power
  const first = Math.ceil(low / step)
  return Array.from({ length: Math.floor(high / step) - first + 1 }, (_, at) =>
    Number(((first + at) * step).toPrecision(12)),
  )
}

function colourOf(of: number, { series }: ChartColours): string {
  return series[of % series.length] ?? 'currentColor'
}

function text(x: number, y: number, words: string, fill: string): string {
  return `<text x="${round(x)}" y="${round(y)}" fill="${fill}">${escapeXml(words)}</text>`
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

/** How wide a label is, in letters. */
function lettersIn(label: string): number {
  return Array.from(label).reduce((sum, letter) => sum + widthOf(letter), 0)
}

function widthOf(letter: string): number {
  return /[\u2E80-\uFFEF]/u.test(letter) ? 2 : 1
}

/** The beginning of a label, as long as so many letters; Chinese characters are as wide as two. */
export function shortened(label: string, most: number): string {
  let used = 0
  const letters = Array.from(label.replace(/\s+/gu, ' ').trim())
  const end = letters.findIndex((letter) => (used += widthOf(letter)) > most)
  return end < 0 ? letters.join('') : `${letters.slice(0, Math.max(1, end - 1)).join('')}…`
}

function escapeXml(words: string): string {
  return words
    .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\uFFFE\uFFFF]|\p{Surrogate}/gu, '\uFFFD')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
