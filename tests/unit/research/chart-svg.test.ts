import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'
import { describe, expect, it } from 'vitest'
import { chartSvg, type ReportChart } from '@shared/research/chart-svg'

const chart: ReportChart = {
  type: 'chart',
  shape: 'bar',
  caption: 'Spending <by> "quarter"',
  unit: 'EUR',
  labels: ['Q1', 'Q2', '第三季度的一个非常长的名称，放不下'],
  series: [{ name: 'Hut & path', values: [10, -20, null] }],
  refs: [],
}

interface SvgElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
}

/** All elements in reading order. Throws for what is not well-formed. */
function elements(svg: string): SvgElement[] {
  const found: SvgElement[] = []
  const walk = (node: DefaultTreeAdapterTypes.ChildNode | DefaultTreeAdapterTypes.DocumentFragment): void => {
    if ('attrs' in node)
      found.push({
        name: node.tagName,
        attributes: Object.fromEntries(node.attrs.map(({ name, value }) => [name, value])),
      })
    if ('childNodes' in node) for (const child of node.childNodes) walk(child)
  }
  walk(
    parseFragment(svg, {
      onParseError: ({ code }) => {
        throw new Error(code)
      },
    }),
  )
  return found
}

describe('a chart', () => {
  it('has a bar for every value, as long as the value, on its side of zero', () => {
    const bars = elements(chartSvg(chart)).filter(({ name }) => name === 'rect')
    expect(bars).toHaveLength(2)
    const [first, second] = bars.map(({ attributes }) => ({
      x: Number(attributes['x']),
      width: Number(attributes['width']),
    }))
    expect(second?.width).toBeCloseTo(2 * (first?.width ?? 0), 0)
    expect((second?.x ?? 0) + (second?.width ?? 0)).toBeCloseTo(first?.x ?? 0, 0)
  })

  it('says its values to who cannot see it', () => {
    expect(chartSvg(chart)).toContain(
      '<desc>Hut &amp; path: Q1 10 EUR, Q2 -20 EUR, 第三季度的一个非常长的名称，放不下 –</desc>',
    )
  })

  it('leaves a gap in a line where a value lacks', () => {
    const line: ReportChart = {
      ...chart,
      shape: 'line',
      labels: ['a', 'b', 'c', 'd', 'e'],
      series: [{ name: 's', values: [1, 2, null, 4, 5] }],
    }
    const drawn = elements(chartSvg(line))
    expect(drawn.filter(({ name }) => name === 'polyline')).toHaveLength(2)
    expect(drawn.filter(({ name }) => name === 'circle')).toHaveLength(4)
  })

  it('has a legend for several series, and is well-formed without any value', () => {
    const two: ReportChart = { ...chart, series: [...chart.series, { name: 'Second', values: [1, 2, 3] }] }
    expect(chartSvg(two)).toContain('>Second<')
    for (const shape of ['bar', 'line'] as const) {
      expect(() =>
        elements(chartSvg({ ...chart, shape, labels: [], series: [{ name: '', values: [] }] })),
      ).not.toThrow()
      expect(() =>
        elements(chartSvg({ ...chart, shape, labels: ['a'], series: [{ name: 'n', values: [null] }] })),
      ).not.toThrow()
    }
  })
})
