import type { PartLabels } from '../structure/part-labels'
import type { StructureBuilder } from '../structure/structure-builder'
import { xmlAt, xmlAttribute, xmlBelow, xmlChildren, type XmlElement, xmlText } from '../structure/xml-tree'
import { mostColumns } from '../tables/office-table'
import { addTable } from '../tables/table'
import { drawingText } from './shapes'

/** Values by their place in a series; places without one are left out. */
type Points = ReadonlyMap<number, string>

const nothing: Points = new Map()

/** Writes what a chart says: its title with those of its axes, then a row for each category with the value of each series. */
export function addChart(builder: StructureBuilder, root: XmlElement, labels: PartLabels): void {
  const chart = xmlAt(root, 'chart')
  const plot = xmlAt(chart, 'plotArea')
  const titles = [...xmlChildren(chart, 'title'), ...xmlBelow(plot, 'title')].map((title) => lineOf(drawingText(title)))
  const [title = '', ...axes] = titles.filter(Boolean)
  const about = axes.length > 0 ? ` (${axes.join('; ')})` : ''
  builder.add('paragraph', title ? labels.chart(title + about) : '')
  const series = xmlBelow(plot, 'ser').map((one) => ({
    name: lineOf(xmlBelow(xmlAt(one, 'tx'), 'v').map(xmlText).join(' ')),
    categories: pointsOf(xmlAt(one, 'cat') ?? xmlAt(one, 'xVal')),
    values: pointsOf(xmlAt(one, 'val') ?? xmlAt(one, 'yVal')),
  }))
  for (const together of ofSameCategories(series)) {
    const categories = together[0]?.categories ?? nothing
    const places = new Set([...categories.keys(), ...together.flatMap(({ values }) => [...values.keys()])])
    const rows = [...places]
      .sort((one, other) => one - other)
      .map((place) => [categories.get(place) ?? '', ...together.map(({ values }) => values.get(place) ?? '')])
    addTable(builder, rows, ['', ...together.map(({ name }) => name)])
  }
}

/** Series side by side where they are over the same categories, as many as a table has columns; each other one alone. */
function ofSameCategories<Series extends { categories: Points }>(series: readonly Series[]): Series[][] {
  const groups: Series[][] = []
  const open = new Map<string, Series[]>()
  for (const one of series) {
    const key = JSON.stringify([...one.categories])
    const group = open.get(key)
    if (group && group.length < mostColumns) group.push(one)
    else {
      const started = [one]
      open.set(key, started)
      groups.push(started)
    }
  }
  return groups
}

/** The points that a chart keeps of its data; of names on several levels the outer ones stand before the inner. */
function pointsOf(data: XmlElement | undefined): Points {
  const [source] = xmlChildren(data)
  const cache = xmlChildren(source).find(({ name }) => name.endsWith('Cache')) ?? source
  const levels = xmlChildren(cache, 'lvl')
  if (levels.length === 0) return readPoints(cache)
  const [inner = nothing, ...outer] = levels.map(readPoints)
  const open = outer.map(() => '')
  const joined = new Map<number, string>()
  for (const [place, text] of inner) {
    for (const [at, level] of outer.entries()) open[at] = level.get(place) ?? open[at] ?? ''
    joined.set(place, [...open.toReversed(), text].filter(Boolean).join(' '))
  }
  return joined
}

function readPoints(cache: XmlElement | undefined): Points {
  const format = xmlText(xmlAt(cache, 'formatCode'))
  return new Map(
    xmlChildren(cache, 'pt').map((point) => {
      const own = xmlAttribute(point, 'formatCode') ?? format
      return [Number(xmlAttribute(point, 'idx')), shownPoint(lineOf(xmlText(xmlAt(point, 'v'))), own)]
    }),
  )
}

/** A chart keeps numbers as they are computed: 4.2999999999999998 is 4.3, and shares and days are numbers too. */
function shownPoint(written: string, format: string): string {
  const number = Number(written)
  if (format === '' || written === '' || !Number.isFinite(number)) return written
  if (format.includes('%')) return `${Number((number * 100).toPrecision(12))}%`
  const isDay = /[dy]/iu.test(format) && !/[#0]|general/iu.test(format) && number > 1 && number < 2_958_466
  return isDay ? new Date(Date.UTC(1899, 11, 30) + number * 86_400_000).toISOString().slice(0, 10) : String(number)
}

function lineOf(text: string): string {
  return text.replace(/\s+/gu, ' ').trim()
}
