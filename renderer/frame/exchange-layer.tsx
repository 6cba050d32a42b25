import { lazy, Suspense } from 'react'
import { useExchange } from '../state/exchange'
import { ColumnBoundary } from './column-boundary'

const ExchangeDialogs = lazy(() =>
  import('../features/exchange/exchange-dialogs').then((file) => ({ default: file.ExchangeDialogs })),
)

/** The dialogs of export and import; their code is read the first time one is opened. */
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
