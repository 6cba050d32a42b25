import type { LoopbackServer } from '@shared/models/models'
import { RotateCw, ServerOff } from 'lucide-react'
import { type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changeModelSettings, findServers, useModels } from '@renderer/state/models/models-store'
import { useSettings } from '@renderer/state/settings-store'
import { Button } from '@renderer/ui/controls/button'
import { EmptyState } from '@renderer/ui/feedback/empty-state'
import { TextField } from '@renderer/ui/controls/text-field'
import styles from '../models.module.css'
import { serverAddress } from './server-address'
import { ServerRow } from './server-row'

const noServers: readonly LoopbackServer[] = []

/** OpenAI-compatible servers: those found on this machine, and addresses somebody added. */
export function ServersSection() {
  const { t } = useTranslation('models')
  const servers = useModels((models) => models.state?.servers ?? noServers)
  const looking = useModels((models) => models.looking)
  const look = (
    <Button size="small" icon={RotateCw} disabled={looking} onClick={() => void findServers()}>
      {t(looking ? 'servers.looking' : 'servers.look')}
    </Button>
  )
  return (
    <>
      <div className={styles.line}>
        <p className={styles.intro}>{t('servers.intro')}</p>
        {servers.length > 0 && look}
      </div>
      {servers.length === 0 ? (
        <EmptyState icon={ServerOff} title={t('servers.none')} text={t('servers.noneText')} action={look} />
      ) : (
        <ul className={styles.list}>
          {servers.map((server) => (
            <ServerRow key={server.url} server={server} />
          ))}
        </ul>
      )}
      <AddressForm />
    </>
  )
}

/** Adds another address. One on another machine is only reached where its host is allowed. */
function AddressForm() {
  const { t } = useTranslation('models')
  const { servers, allowed_hosts } = useSettings(({ settings }) => settings.models)
  const [text, setText] = useState('')
  const address = serverAddress(text)
  const isPlain = address?.isPlain ?? false
  const away = address !== null && !address.isLoopback && !isPlain
  const add = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (!address || isPlain) return
    const patch = {
      servers: [...new Set([...servers, address.url])],
      ...(away ? { allowed_hosts: [...new Set([...allowed_hosts, address.host])] } : {}),
    }
    if (!(await changeModelSettings(patch))) return
    setText('')
    await findServers()
  }
  return (
    <form className={styles.address} onSubmit={(event) => void add(event)}>
      <TextField
        label={t('servers.address')}
        hint={t(
          text.trim() !== '' && !address ? 'servers.noAddress' : isPlain ? 'servers.plain' : 'servers.addressHint',
        )}
        placeholder="http://127.0.0.1:8080/v1"
        maxLength={300}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {away && (
        <p className={styles.note} role="status">
          {t('servers.elsewhere', { host: address.host })}
        </p>
      )}
      <Button type="submit" size="small" disabled={!address || isPlain}>
        {away ? t('servers.addAndAllow', { host: address.host }) : t('servers.add')}
      </Button>
    </form>
  )
}
