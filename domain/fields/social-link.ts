import { hasCredentials } from './safe-link.ts'

/** Where people have profiles: the hosts of a service, and what stands before a handle. */
export const services = {
  linkedin: { hosts: ['linkedin.com', 'lnkd.in'], base: 'https://www.linkedin.com/in/' },
  facebook: { hosts: ['facebook.com', 'fb.com', 'fb.me'], base: 'https://www.facebook.com/' },
  instagram: { hosts: ['instagram.com', 'instagr.am'], base: 'https://www.instagram.com/' },
  twitter: { hosts: ['x.com', 'twitter.com'], base: 'https://x.com/' },
} as const

export type Service = keyof typeof services

const handle = /^@?([\p{L}\p{N}_][\p{L}\p{M}\p{N}._-]{0,99})$/u

const isOf = (service: Service, host: string) =>
  services[service].hosts.some((own) => host === own || host.endsWith(`.${own}`))

/** The address of a profile by a handle, or by an http(s) address of the service, with or without its scheme; null for anything else. */
export const socialLink = (service: Service, value: string): string | null => {
  if (/[\s\\]/.test(value) || hasCredentials(value)) return null
  const address = /^[a-z0-9.-]+\//i.test(value) ? `https://${value}` : value
  if (/^https?:\/\//i.test(address)) {
    if (!URL.canParse(address)) return null
    const { hostname, port, href } = new URL(address)
    return isOf(service, hostname) && port === '' ? href : null
  }
  const [, name] = handle.exec(value) ?? []
  return name === undefined ? null : `${services[service].base}${encodeURIComponent(name)}`
}
