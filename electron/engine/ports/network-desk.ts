import type { AttemptQuery, FoundAttempts, NetworkRule } from '@shared/api/network-api'

/** What people may know of the network, and take back. */
export interface NetworkDesk {
  /** What was kept of attempts, newest first. */
  find(query: AttemptQuery): Promise<FoundAttempts>
  /** One for each host that the settings allow. */
  rules(): NetworkRule[]
  /** Takes a host's permission back. Throws CairnError NOT_FOUND. */
  forget(host: string): Promise<NetworkRule[]>
}
