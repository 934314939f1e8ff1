export const formNotes = {
  drafts: {
    restored: 'Restored your unsaved changes.',
    partial: 'Passwords, secret headers and webhook URLs are never kept. Enter them again.',
    discard: 'Discard',
    leaveTitle: 'Leave without saving?',
    leaveText: 'Your changes are kept on this device, except passwords, secret headers and webhook URLs.',
    leave: 'Leave',
  },
  assertions: {
    entry: (number: string) => `Assertion ${number}`,
    add: 'Add assertion',
    most: (count: string) => `At most ${count} assertions`,
    pick: 'Pick from the response',
    values: 'Values of the response',
    noJson: 'The response is not JSON.',
  },
  noAlerts: {
    title: 'This monitor sends no alerts',
    unreachable: 'None of its notification targets can receive alerts now.',
    add: 'Add a notification target',
    create: 'Create target',
    choose: (name: string) => `Alert ${name}`,
    done: (name: string) => `Alerts of this monitor go to ${name}`,
  },
  mail: {
    setUp: 'Email needs a mail server, of the installation or of the target.',
    howTo: 'Set up email',
    askAdmin: 'Email needs a mail server. Ask your admin to set it up, or enter one for this target.',
  },
  target: {
    delivered: {
      email: 'The mail server accepted the test. Check the mailbox and its spam folder.',
      slack: 'Slack accepted the test. Check the channel.',
      webhook: 'The receiver accepted the test.',
    },
    advice: {
      email: 'Check the address. If it is correct, ask your admin to check the mail server.',
      slack: 'Create a new webhook URL in the settings of the Slack app and enter it here.',
      webhook: 'Check the URL. The receiver must answer with a 2xx status within 10 seconds.',
      service: 'Compare the values with the settings of the service.',
    },
    temporarySecret:
      'The test was signed with a temporary secret. The final secret appears after you create the target.',
  },
  interval: {
    least: (duration: string) => `At least ${duration}`,
    leastOnPlan: (duration: string) => `At least ${duration} on your plan`,
  },
  heartbeat: {
    rhythm: 'Expected pings',
    interval: 'Every …',
    intervalHelp: 'A fixed time between pings',
    schedule: 'Cron schedule',
    scheduleHelp: 'The times of a crontab line',
  },
  ssl: {
    plainHttp: 'SSL certificates are monitored only for https:// URLs. This URL starts with http://.',
  },
}

export const monitorDefaults = {
  action: 'Defaults',
  projectAction: 'Project defaults',
  projectTitle: (name: string) => `Defaults for new monitors of the project ${name}`,
  groupTitle: (name: string) => `Defaults for new monitors of the group ${name}`,
  projectHelp: 'New monitors of the project start with these values. Existing monitors do not change.',
  groupHelp:
    'New monitors of the group start with these values, which replace the values of parent groups and of the project. Existing monitors do not change.',
  fields: 'Fields with a default',
  fieldsHelp: 'Other fields have no default here.',
  saved: 'Defaults saved',
  fromProject: (name: string) => `Default of the project ${name}.`,
  fromGroup: (name: string) => `Default of the group ${name}.`,
}
