import { Command } from 'cmdk'
import { CornerDownLeft, Search } from 'lucide-react'
import { type KeyboardEvent, useDeferredValue, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { storedValue } from '@renderer/state/kept-entries'
import { usePalette, closePalette } from '@renderer/state/window/palette-state'
import { Dialog } from '@renderer/ui/controls/dialog'
import { KeyCombo } from '@renderer/ui/controls/labels'
import { FileName } from '@renderer/ui/documents/file-name'
import { PassagePreview } from '@renderer/ui/documents/passage-preview'
import { findCommands, type PaletteCommand } from './find-commands'
import styles from './palette.module.css'
import { useCommands } from './use-commands'
import { useTextCommands } from './use-text-commands'

const mostRecent = 12
/** Ids of what was chosen in the palette, newest first. */
const storedRecent = storedValue('localStorage', 'cairn.recent', z.array(z.string().max(300)).max(100))

/** Everything Cairn can do or show, a few letters away. */
export function Palette() {
  const { t } = useTranslation('palette')
  const query = usePalette((state) => state.query)
  const [recent] = useState(() => storedRecent.read() ?? [])
  const commands = useCommands()
  const { wanted, groups } = useFoundCommands(query, commands, recent)
  const [marked, setMarked] = useState('')
  const found = groups.flatMap(({ commands: inGroup }) => inGroup)
  // Typing changes what is found; Enter must always mean something that is in sight.
  const value = found.some(({ id }) => id === marked) ? marked : (found[0]?.id ?? '')
  /** The list may lag behind the typing; Enter chooses by the query as typed. */
  const chooseTyped = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || query === wanted) return
    event.preventDefault()
    const [best] = findCommands(commands, query, recent).flatMap(({ commands: inGroup }) => inGroup)
    if (best) choose(best)
  }
  return (
    <Dialog onClose={close} title={t('title')} bare className={styles.dialog}>
      <Command
        label={t('title')}
        shouldFilter={false}
        loop
        value={value}
        onValueChange={setMarked}
        onKeyDown={chooseTyped}
        className={styles.command}
      >
        <div className={styles.top}>
          <Search size={16} strokeWidth={1.75} className={styles.glass} aria-hidden />
          <Command.Input
            value={query}
            onValueChange={(next) => {
              usePalette.setState({ query: next })
              setMarked('')
            }}
            placeholder={t('placeholder')}
            className={styles.input}
            maxLength={200}
          />
        </div>
        <Command.List className={styles.list} label={t('results')}>
          <Command.Empty className={styles.empty}>{t('nothing', { query })}</Command.Empty>
          {groups.map((group) => (
            <Command.Group key={group.id} heading={t(`groups.${group.id}`)} className={styles.group}>
              {group.commands.map((command) => (
                <PaletteItem key={command.id} command={command} />
              ))}
            </Command.Group>
          ))}
        </Command.List>
        <PaletteKeys />
      </Command>
    </Dialog>
  )
}

/** What the query finds by name, and behind it what it finds in the texts; `wanted` is the query that the names are found for. */
function useFoundCommands(query: string, commands: readonly PaletteCommand[], recent: readonly string[]) {
  const wanted = useDeferredValue(query)
  const texts = useTextCommands(query)
  const groups = useMemo(() => {
    const named = findCommands(commands, wanted, recent)
    return texts.length === 0 ? named : [...named, { id: 'texts' as const, commands: texts }]
  }, [commands, wanted, recent, texts])
  return { wanted, groups }
}

function close(): void {
  closePalette()
}

function choose(command: PaletteCommand): void {
  const others = (storedRecent.read() ?? []).filter((id) => id !== command.id)
  // A sentence is found for its words; without them it would be nameless.
  if (!command.sentence) storedRecent.write([command.id, ...others].slice(0, mostRecent))
  close()
  // The dialog gives the focus back first; what is chosen may want it.
  setTimeout(command.run, 0)
}

function PaletteItem({ command }: { readonly command: PaletteCommand }) {
  return (
    <Command.Item value={command.id} onSelect={() => choose(command)} className={styles.item} title={command.text}>
      <command.icon size={16} strokeWidth={1.75} className={styles.icon} aria-hidden />
      {command.sentence ? (
        <span className={styles.text}>
          <PassagePreview
            text={command.sentence.text}
            cited={command.sentence.marks}
            format={command.sentence.format}
          />
          {command.sentence.kind !== undefined && <span className={styles.source}>{command.sentence.kind}</span>}
          <FileName name={command.sentence.name} className={styles.source} />
        </span>
      ) : (
        <bdi className={styles.text}>{command.text}</bdi>
      )}
      {command.keys && <KeyCombo keys={command.keys} />}
    </Command.Item>
  )
}

/** What the keys do, for those who see. */
function PaletteKeys() {
  const { t } = useTranslation(['palette', 'app'])
  return (
    <p className={styles.foot} aria-hidden>
      <KeyCombo keys={['↑', '↓']} /> {t('move')}
      <CornerDownLeft size={12} strokeWidth={2} /> {t('choose')}
      <KeyCombo keys={['Esc']} /> {t('app:close')}
    </p>
  )
}
