import { useTranslation } from 'react-i18next'
import { chartSvg, paperColours, type ReportChart } from '@shared/research/chart-svg'
import type { ReportBlock } from '@shared/research/research-report'
import { safeName } from '@renderer/ui/text/safe-name'
import { Marks, Sentences, useShownWords } from './report-sentences'
import styles from './report.module.css'

/** The pieces of a section, in their order. */
export function ReportBlocks({ blocks }: { readonly blocks: readonly ReportBlock[] }) {
  return blocks.map((block, at) => <Block key={at} block={block} />)
}

function Block({ block }: { readonly block: ReportBlock }) {
  const { t } = useTranslation('research')
  switch (block.type) {
    case 'paragraph':
      return (
        <p>
          <Sentences sentences={block.sentences} />
        </p>
      )
    case 'list':
      return <ListBlock {...block} />
    case 'table':
      return <TableBlock {...block} />
    case 'timeline':
      return <Entries entries={block.entries.map(({ date, sentences }) => ({ name: date, sentences }))} />
    case 'terms':
      return <Entries entries={block.entries.map(({ term, sentences }) => ({ name: term, sentences }))} />
    case 'chart':
      return <Chart chart={block} />
    case 'conflict':
      return (
        <div className={styles.conflict}>
          <p className={styles.strong}>{t(block.by_time ? 'conflictByTime' : 'conflict')}</p>
          <ListBlock ordered={false} items={block.sides} />
        </div>
      )
  }
}

function ListBlock({ ordered, items }: Pick<Extract<ReportBlock, { type: 'list' }>, 'ordered' | 'items'>) {
  const rows = items.map((item, at) => (
    <li key={at}>
      <Sentences sentences={item} />
    </li>
  ))
  return ordered ? <ol className={styles.steps}>{rows}</ol> : <ul className={styles.list}>{rows}</ul>
}

type TableProps = Pick<Extract<ReportBlock, { type: 'table' }>, 'caption' | 'columns' | 'rows'>

function TableBlock({ caption, columns, rows }: TableProps) {
  const shownFrom = useShownWords()
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
    <div className={styles.table} tabIndex={0}>
      <table>
        {caption !== undefined && caption !== '' && <caption>{safeName(caption)}</caption>}
        <thead>
          <tr>
            {columns.map((name, at) => (
              <th key={at} scope="col">
                {safeName(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              {row.map(({ text, refs }, cell) => (
                <td key={cell}>
                  {text.trim() === '' ? '–' : shownFrom(text, refs)}
                  <Marks refs={refs} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface EntriesProps {
  readonly entries: readonly {
    readonly name: string
    readonly sentences: Extract<ReportBlock, { type: 'paragraph' }>['sentences']
  }[]
}

function Entries({ entries }: EntriesProps) {
  return (
    <dl className={styles.entries}>
      {entries.map(({ name, sentences }, at) => (
        <div key={at} className={styles.entry}>
          <dt>{safeName(name)}</dt>
          <dd>
            <Sentences sentences={sentences} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** On paper in both themes: its colours are told apart on light ground. */
function Chart({ chart }: { readonly chart: ReportChart }) {
  const source = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(chartSvg(chart, paperColours))}`
  return (
    <figure className={styles.chart}>
      <img src={source} alt={safeName(chart.caption)} />
      <figcaption>
        {safeName(chart.caption)}
        <Marks refs={chart.refs} />
      </figcaption>
    </figure>
  )
}
