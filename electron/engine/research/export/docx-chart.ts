import { ChartRun } from 'docx/charts'
import type { ReportChart } from '@shared/research/chart-svg'
import { plainText } from './page-text'

/** In pixels. */
const size = { width: 560, line: 260, bar: 26, around: 40, highest: 800 }

/** A chart of Word's own, as it is drawn elsewhere: bars lie, since labels are long, with their values beside them; null where there are none. */
export function docxChart({ shape, labels, series: given }: ReportChart): ChartRun | null {
  const series = given.map(({ name, values }) => ({
    name: plainText(name) || ' ',
    values: labels.map((_, at) => values[at] ?? null),
  }))
  if (!series.some(({ values }) => values.some((value) => value !== null))) return null
  const data = {
    categories: labels.map((label) => plainText(label) || ' '),
    series,
    chartArea: { border: 'none' as const },
    ...(series.length > 1 ? {} : { legend: false as const }),
  }
  if (shape === 'line') {
    return new ChartRun({
      type: 'line',
      markers: true,
      ...data,
      transformation: { width: size.width, height: size.line },
    })
  }
  const height = Math.min(size.highest, size.around + size.bar * labels.length * series.length)
  return new ChartRun({
    type: 'bar',
    ...data,
    transformation: { width: size.width, height },
    dataLabels: { value: true },
    // Word puts the first bar at the bottom.
    categoryAxis: { reverseOrder: true },
    valueAxis: { visible: false, gridlines: false },
  })
}
