import type { EntityHit } from '@shared/graph'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { ChevronDown, FileCode2, Image, Network, Shapes } from 'lucide-react'
import { useGraph } from '@renderer/state/graph/graph-store'
import { chooseGraph, useGraphChoices } from '@renderer/state/graph/graph-choices'
import { Segmented } from '@renderer/ui/controls/segmented'
import { exportGraph, saveGraphFile } from '@renderer/state/graph/save-graph'
import { notifyError } from '@renderer/state/window/notices'
import { Button } from '@renderer/ui/controls/button'
import { Menu } from '@renderer/ui/controls/menu'
import type { GraphDrawing } from '../drawing/graph-drawing'
import styles from '../graph-view.module.css'
import { SearchBox } from './search-box'
import { readLook } from '../drawing/look'
import { svgOf } from '../drawing/svg-of'

interface GraphBarProps {
  readonly drawing: GraphDrawing | null
  readonly onFound: (hit: EntityHit) => void
}

/** Above the drawing: the search, what colours mean, how much is drawn, and the ways out of Cairn. */
export function GraphBar({ drawing, onFound }: GraphBarProps) {
  const { t } = useTranslation('graph')
  const colour = useId()
  const text = useGraphChoices((state) => state.searchText)
  const colouring = useGraphChoices((state) => state.colouring)
  return (
    <div className={styles.bar}>
      <div className={styles.search} role="search">
        <SearchBox
          text={text}
          onText={(searchText) => chooseGraph({ searchText })}
          onChoose={onFound}
          label={t('search.placeholder')}
        />
      </div>
      <div className={styles.colour}>
        <span id={colour} className={styles.colourLabel}>
          {t('colour.label')}
        </span>
        <Segmented
          value={colouring}
          options={(['type', 'community'] as const).map((value) => ({ value, text: t(`colour.${value}`) }))}
          onChange={(next) => chooseGraph({ colouring: next })}
          labelledBy={colour}
        />
      </div>
      <Size />
      <ExportMenu drawing={drawing} />
    </div>
  )
}

function Size() {
  const { t } = useTranslation('graph')
  const shown = useGraph((state) => state.picture?.nodes.ids.length ?? 0)
  const total = useGraph((state) => state.picture?.total.nodes ?? 0)
  return <p className={styles.size}>{shown < total ? t('size', { shown, total }) : t('sizeAll', { count: total })}</p>
}

/** The graph as a file: what is on the screen as a picture, or all of it as data. */
function ExportMenu({ drawing }: { readonly drawing: GraphDrawing | null }) {
  const { t } = useTranslation('graph')
  const png = () => {
    drawing?.toCanvas().toBlob((blob) => {
      if (blob) saveGraphFile(blob, 'png')
      else notifyError(new Error('The browser made no picture.'), 'graph:export.failed')
    })
  }
  const svg = () => {
    if (drawing) saveGraphFile(new Blob([svgOf(drawing.graph, readLook())], { type: 'image/svg+xml' }), 'svg')
  }
  return (
    <Menu
      trigger={
        <Button>
          {t('export.label')}
          <ChevronDown size={14} strokeWidth={1.75} aria-hidden />
        </Button>
      }
      items={[
        { id: 'png', text: t('export.png'), icon: Image, disabled: drawing === null, run: png },
        { id: 'svg', text: t('export.svg'), icon: Shapes, disabled: drawing === null, run: svg },
        {
          id: 'graphml',
          text: t('export.graphml'),
          icon: Network,
          apart: true,
          run: () => void exportGraph('graphml'),
        },
        { id: 'json', text: t('export.json'), icon: FileCode2, run: () => void exportGraph('json') },
      ]}
    />
  )
}
