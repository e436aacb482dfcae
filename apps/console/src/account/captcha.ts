import { useEffect } from 'react'
import { appConfig } from './app-config.ts'
import { createWidget, type Grecaptcha, isChallenged, type Widget } from './captcha-widget.ts'

declare global {
  interface Window {
    grecaptcha?: Partial<Grecaptcha>
  }
}

let widget: Widget | undefined

/** One widget for the whole visit; undefined where there are no challenges. */
async function widgetHere(): Promise<Widget | undefined> {
  const { recaptcha_site_key: siteKey } = await appConfig()
  if (!isChallenged({ isProduction: import.meta.env.PROD, hostname: location.hostname, siteKey })) return undefined
  widget ??= createWidget({ siteKey, library: () => window.grecaptcha, load: loadLibrary, container: makeContainer })
  return widget
}

/** For a form that will run a challenge: the widget is rendered while the user fills in the form. */
export function useCaptcha(): void {
  useEffect(() => {
    widgetHere().then(
      (here) => here?.prepare(),
      () => undefined,
    ) // without settings there is no widget: the form's call reports the failure
  }, [])
}

/**
 * A token of Google's reCAPTCHA for one call; null where there are no challenges. Throws the error that the form shows
 * (rules CAPTCHA-1 to CAPTCHA-4).
 */
export async function captchaToken(action: 'login' | 'register'): Promise<string | null> {
  const here = await widgetHere()
  return here === undefined ? null : here.token(action)
}

function loadLibrary(): void {
  const script = document.createElement('script')
  script.src = 'https://www.google.com/recaptcha/api.js?render=explicit'
  script.async = true
  document.head.append(script)
}

/** The widget outlives the form: it is rendered once, at the end of the page. */
function makeContainer(): HTMLElement {
  const container = document.createElement('div')
  document.body.append(container)
  return container
}
