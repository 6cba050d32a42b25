import { Suspense } from 'react'
import { useExchange } from '@renderer/state/library/exchange'
import { lazyPart } from '@renderer/ui/feedback/lazy-part'
import { ColumnBoundary } from '../column-boundary'

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
