import type { EntityCard } from '@shared/graph'
import { Crosshair, Merge, MessageSquareText, PencilLine, Route, Split, Tags } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { askAboutEntity, focusOn, startPath } from '@renderer/state/graph/graph-places'
import { Button, IconButton } from '@renderer/ui/controls/button'
import { Menu } from '@renderer/ui/controls/menu'
import { openCorrection } from '../../corrections/correction-form'
import styles from '../card.module.css'

/** What can be done with an entity. */
export function EntityActs({ card }: { readonly card: EntityCard }) {
  const { t } = useTranslation('graph')
  const ask = () => askAboutEntity(t('card.question', { replace: { name: card.name } }))
  return (
    <div className={styles.acts}>
      <Button size="small" onClick={ask}>
        <MessageSquareText size={14} strokeWidth={1.75} aria-hidden />
        {t('card.ask')}
      </Button>
      <Button size="small" onClick={() => focusOn(card.id)}>
        <Crosshair size={14} strokeWidth={1.75} aria-hidden />
        {t('card.focus')}
      </Button>
      <Button size="small" onClick={() => startPath(card)}>
        <Route size={14} strokeWidth={1.75} aria-hidden />
        {t('card.pathTo')}
      </Button>
    </div>
  )
}

/** What can be put right about an entity. */
export function EntityCorrections({ card }: { readonly card: EntityCard }) {
  const { t } = useTranslation('graph')
  const items = [
    { id: 'rename', icon: PencilLine },
    { id: 'retype', icon: Tags },
    { id: 'merge', icon: Merge },
    { id: 'split', icon: Split },
  ] as const
  return (
    <Menu
      trigger={<IconButton icon={PencilLine} size="small" label={t('card.more')} />}
      items={items.map(({ id, icon }) => ({
        id,
        icon,
        text: t(`actions.${id}`),
        disabled: id === 'split' && card.aliases.length === 0,
        run: () => openCorrection({ kind: id, card }),
      }))}
    />
  )
}
