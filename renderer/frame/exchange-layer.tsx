import { Suspense } from 'react'
import { useExchange } from '../state/exchange'
import { lazyPart } from '../ui/lazy-part'
import { ColumnBoundary } from './column-boundary'

const ExchangeDialogs = lazyPart(() =>
  import('../features/exchange/exchange-dialogs').then((file) => file.ExchangeDialogs),
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
