import { Outlet } from '@tanstack/react-router'

export default function SettingsLayout() {
  return <Outlet />
}
