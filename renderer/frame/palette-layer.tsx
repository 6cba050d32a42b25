import { lazy, Suspense } from 'react'
import { useView } from '../state/view'
import { ColumnBoundary } from './column-boundary'

const Palette = lazy(() => import('../features/palette/palette').then((file) => ({ default: file.Palette })))

/** The command palette; its code is read the first time it is opened. */
export function PaletteLayer() {
  const open = useView((state) => state.paletteOpen)
  if (!open) return null
  return (
    <ColumnBoundary place="palette">
      <Suspense fallback={null}>
        <Palette />
      </Suspense>
    </ColumnBoundary>
  )
}
