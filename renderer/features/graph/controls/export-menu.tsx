import { ChevronDown, FileCode2, Image, Network, Shapes } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { exportGraph, saveGraphFile } from '@renderer/state/graph/save-graph'
import { notifyError } from '@renderer/state/window/notices'
import { Button } from '@renderer/ui/controls/button'
import { Menu } from '@renderer/ui/controls/menu'
import type { GraphDrawing } from '../drawing/graph-drawing'
import { readLook } from '../drawing/look'
import { svgOf } from '../drawing/svg-of'

/** The graph as a file: what is on the screen as a picture, or all of it as data. */
export function ExportMenu({ drawing }: { readonly drawing: GraphDrawing | null }) {
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
