import { TriangleAlert } from 'lucide-react'
import { Component, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@renderer/ui/controls/button'
import { renewFailedParts } from '@renderer/ui/feedback/lazy-part'
import { EmptyState } from '@renderer/ui/feedback/empty-state'

interface ColumnBoundaryProps {
  /** Going elsewhere is a new chance: another value shows the column again. */
  readonly place: string
  readonly children: ReactNode
}

interface ColumnBoundaryState {
  readonly failure: Error | null
  readonly place: string
}

/** Keeps a failure of one column from taking the others with it. */
export class ColumnBoundary extends Component<ColumnBoundaryProps, ColumnBoundaryState> {
  override state: ColumnBoundaryState = { failure: null, place: this.props.place }

  static getDerivedStateFromError(thrown: unknown): Partial<ColumnBoundaryState> {
    return { failure: thrown instanceof Error ? thrown : new Error(String(thrown)) }
  }

  static getDerivedStateFromProps(
    { place }: ColumnBoundaryProps,
    state: ColumnBoundaryState,
  ): ColumnBoundaryState | null {
    return place === state.place ? null : { failure: null, place }
  }

  override componentDidCatch(): void {
    // A part whose code could not be loaded is loaded again when the column is shown again.
    renewFailedParts()
  }

  override render(): ReactNode {
    const { failure } = this.state
    if (!failure) return this.props.children
    return <Failure message={failure.message} onRetry={() => this.setState({ failure: null })} />
  }
}

function Failure({ message, onRetry }: { readonly message: string; readonly onRetry: () => void }) {
  const { t } = useTranslation('app')
  return (
    <EmptyState
      failed
      icon={TriangleAlert}
      title={t('columnFailed')}
      text={t('columnFailedText', { message })}
      action={<Button onClick={onRetry}>{t('showAgain')}</Button>}
    />
  )
}
