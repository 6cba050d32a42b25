import { Suspense, useEffect } from 'react'
import { usePalette, typeAhead } from '@renderer/state/window/palette-state'
import { lazyPart } from '@renderer/ui/feedback/lazy-part'
import { useExchange } from '@renderer/state/library/exchange'
import { useOpenOutside } from '@renderer/state/library/open-outside'
import { ColumnBoundary } from '../column-boundary'

const Palette = lazyPart(() => import('@renderer/features/palette/palette').then((file) => file.Palette))

/** The command palette; its code is not part of what is read first. */
export function PaletteLayer() {
  const open = usePalette((state) => state.open)
  useEffect(() => {
    if (!open) return
    const take = (event: KeyboardEvent) => {
      // Once the focus is in the palette, keys find their way by themselves.
      const isThere = document.activeElement?.closest('[role="dialog"]') != null
      if (isThere || !typeAhead(event)) return
      event.preventDefault()
      event.stopPropagation()
    }
    window.addEventListener('keydown', take, true)
    return () => window.removeEventListener('keydown', take, true)
  }, [open])
  if (!open) return null
  return (
    <ColumnBoundary place="palette">
      <Suspense fallback={null}>
        <Palette />
      </Suspense>
    </ColumnBoundary>
  )
}

const ExchangeDialogs = lazyPart(() =>
  import('@renderer/features/exchange/export-dialog').then((file) => file.ExchangeDialogs),
)

/** The dialogs of export and import; their code is not part of what is read first. */
export function ExchangeLayer() {
  const open = useExchange((state) => state.dialog !== null)
  if (!open) return null
  return (
    <ColumnBoundary place="exchange">
      <Suspense fallback={null}>
        <ExchangeDialogs />
      </Suspense>
    </ColumnBoundary>
  )
}

const OpenOutsideDialog = lazyPart(() =>
  import('@renderer/features/library/dialogs/open-outside-dialog').then((file) => file.OpenOutsideDialog),
)

/** The question whether the system's programs may open documents, asked from the library and the viewer. */
export function OpenOutsideLayer() {
  const open = useOpenOutside((state) => state.asked !== null)
  if (!open) return null
  return (
    <ColumnBoundary place="openOutside">
      <Suspense fallback={null}>
        <OpenOutsideDialog />
      </Suspense>
    </ColumnBoundary>
  )
}
