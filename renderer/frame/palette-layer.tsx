import { Suspense } from 'react'
import { useView } from '../state/view'
import { lazyPart } from '../ui/lazy-part'
import { ColumnBoundary } from './column-boundary'

const Palette = lazyPart(() => import('../features/palette/palette').then((file) => file.Palette))

/** The command palette; its code is not part of what is read first. */
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
