import { mount } from 'svelte'
import App from './App.svelte'
import './install.svelte'
import './styles/app.css'

mount(App, { target: document.getElementById('page')! })

// Only a secure page may have one: over plain http at home everything works without.
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  addEventListener('load', () => void navigator.serviceWorker.register('/sw.js'))
}
