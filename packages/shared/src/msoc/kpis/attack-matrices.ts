/** The matrices of attack techniques that coverage is shown for. */
export const matrixNames = ['atm', 'ics'] as const
export type MatrixName = (typeof matrixNames)[number]

export interface Technique {
  readonly id: string
  readonly name: string
}

export interface Tactic {
  readonly id: string
  /** The slug that Sigma tags use: `attack.initial-access`. */
  readonly slug: string
  readonly name: string
  readonly techniques: readonly Technique[]
}

export interface Matrix {
  readonly name: MatrixName
  readonly title: string
  readonly tactics: readonly Tactic[]
}

/** Tactics of a matrix, one a paragraph: its id and name, then a technique a line. */
function tacticsOf(text: string, prefix: string): Tactic[] {
  return text
    .trim()
    .split(/\n\s*\n/)
    .map((paragraph) => {
      const [head, ...rest] = paragraph.trim().split('\n').map(splitLine)
      return {
        id: head!.id,
        name: head!.name,
        slug: head!.name.toLowerCase().replaceAll(' ', '-'),
        techniques: rest.map(({ id, name }) => ({ id: prefix + id, name })),
      }
    })
}

function splitLine(line: string): Technique {
  const text = line.trim()
  const at = text.indexOf(' ')
  return { id: text.slice(0, at), name: text.slice(at + 1) }
}

/** Auto-ISAC Automotive Threat Matrix: 14 tactics, 77 techniques. Tactics have the ids that alerts use for them. */
const atm = `
ATM-TA-RECON Reconnaissance
T0076 Gather target information from other sources
T0077 Gather target information from the vehicle

ATM-TA-ENV Manipulate Environment
T0005 Adversarial machine learning
T0001 Downgrade to insecure protocols
T0002 Jamming or denial of service
T0003 Manipulate communications
T0009 Rogue Wi-Fi access point
T0007 Relay communications
T0008 Rogue cellular base station
T0004 Analog sensor attacks

TA0001 Initial Access
T0013 Exploit via removable media
T0016 Physical modification
T0014 Malicious app
T0015 Phishing
T0017 Supply chain compromise
T0010 Aftermarket, customer, or dealer equipment
T0011 Browser compromise
T0012 Exploit via radio interface

TA0002 Execution
T0018 Command and scripting interpreter
T0019 Native API
T0074 Diagnostic protocol modifies execution

TA0003 Persistence
T0022 Modify OS kernel, boot or system partition
T0021 Disable software update
T0020 Diagnostic protocol for persistence
T0023 Modify isolated execution environment
T0075 Compromise cryptographic security

TA0004 Privilege Escalation
T0030 Reprogram co-located computing device
T0024 Abuse elevation control mechanism
T0027 Exploit isolated execution environment
T0026 Exploit OS vulnerability
T0028 Hardware fault injection
T0025 Exploit co-located computing device
T0029 Process injection
T0075 Compromise cryptographic security

TA0005 Defense Evasion
T0034 Bypass mandatory access control
T0031 Bypass code integrity protections
T0032 Bypass network filtering
T0033 Bypass UDS security access
T0075 Compromise cryptographic security

TA0006 Credential Access
T0037 Input prompt
T0039 ECU credential dumping
T0027 Exploit isolated execution environment
T0038 Network sniffing
T0040 Unsecured credentials
T0036 Input capture
T0035 Capture SMS message
T0041 URI hijacking

TA0007 Discovery
T0043 Location tracking
T0044 Network service scanning
T0047 System information discovery
T0042 File and directory discovery
T0049 System network connections discovery
T0045 Process discovery
T0046 Software discovery
T0048 System network configuration discovery

TA0008 Lateral Movement
T0051 Bridge vehicle networks
T0054 Reprogram ECU for lateral movement
T0050 Diagnostic protocol for lateral movement
T0052 Exploit ECU for lateral movement
T0053 Remote services
T0075 Compromise cryptographic security

TA0009 Collection
T0055 Diagnostic protocol for collection
T0043 Location tracking
T0038 Network sniffing
T0059 Data from local system
T0036 Input capture
T0060 Network information discovery
T0061 Screen capture
T0035 Capture SMS message
T0058 Capture camera or audio

TA0011 Command and Control
T0062 Cellular communication
T0063 Internet communication
T0065 Short range wireless communication
T0064 Receive only communication
T0010 Aftermarket, customer, or dealer equipment
T0066 Standard cryptographic protocol

TA0010 Exfiltration
T0062 Cellular communication
T0063 Internet communication
T0065 Short range wireless communication
T0010 Aftermarket, customer, or dealer equipment
T0006 Removable media
T0066 Standard cryptographic protocol
T0073 Physical access

TA0040 Affect Vehicle Function
T0005 Adversarial machine learning
T0070 Modify bus message
T0071 Unintended vehicle network message
T0004 Analog sensor attacks
T0072 Denial of service on vehicle function
T0069 Local function
T0067 Diagnostic protocol affects vehicle function
T0068 CAN bus denial of service
`

/** MITRE ATT&CK for ICS: 12 tactics. */
const ics = `
TA0108 Initial Access
T0817 Drive-by compromise
T0819 Exploit public-facing application
T0866 Exploitation of remote services
T0822 External remote services
T0883 Internet accessible device
T0886 Remote services
T0847 Replication through removable media
T0848 Rogue master
T0865 Spearphishing attachment
T0862 Supply chain compromise
T0864 Transient cyber asset
T0860 Wireless compromise

TA0104 Execution
T0895 Autorun image
T0858 Change operating mode
T0807 Command-line interface
T0871 Execution through API
T0823 Graphical user interface
T0874 Hooking
T0821 Modify controller tasking
T0834 Native API
T0853 Scripting
T0863 User execution

TA0110 Persistence
T0891 Hardcoded credentials
T0889 Modify program
T0839 Module firmware
T0873 Project file infection
T0857 System firmware
T0859 Valid accounts

TA0111 Privilege Escalation
T0890 Exploitation for privilege escalation
T0874 Hooking

TA0103 Evasion
T0858 Change operating mode
T0820 Exploitation for evasion
T0872 Indicator removal on host
T0849 Masquerading
T0851 Rootkit
T0856 Spoof reporting message
T0894 System binary proxy execution

TA0102 Discovery
T0840 Network connection enumeration
T0842 Network sniffing
T0846 Remote system discovery
T0888 Remote system information discovery
T0887 Wireless sniffing

TA0109 Lateral Movement
T0812 Default credentials
T0866 Exploitation of remote services
T0891 Hardcoded credentials
T0867 Lateral tool transfer
T0843 Program download
T0886 Remote services
T0859 Valid accounts

TA0100 Collection
T0830 Adversary-in-the-middle
T0802 Automated collection
T0811 Data from information repositories
T0893 Data from local system
T0868 Detect operating mode
T0877 I/O image
T0801 Monitor process state
T0861 Point and tag identification
T0845 Program upload
T0852 Screen capture
T0887 Wireless sniffing

TA0101 Command and Control
T0885 Commonly used port
T0884 Connection proxy
T0869 Standard application layer protocol

TA0107 Inhibit Response Function
T0800 Activate firmware update mode
T0878 Alarm suppression
T0803 Block command message
T0804 Block reporting message
T0805 Block serial COM
T0892 Change credential
T0809 Data destruction
T0814 Denial of service
T0816 Device restart or shutdown
T0835 Manipulate I/O image
T0838 Modify alarm settings
T0851 Rootkit
T0881 Service stop
T0857 System firmware

TA0106 Impair Process Control
T0806 Brute force I/O
T0836 Modify parameter
T0839 Module firmware
T0856 Spoof reporting message
T0855 Unauthorized command message

TA0105 Impact
T0879 Damage to property
T0813 Denial of control
T0815 Denial of view
T0826 Loss of availability
T0827 Loss of control
T0828 Loss of productivity and revenue
T0837 Loss of protection
T0880 Loss of safety
T0829 Loss of view
T0831 Manipulation of control
T0832 Manipulation of view
T0882 Theft of operational information
`

export const matrices: readonly Matrix[] = [
  { name: 'atm', title: 'Auto-ISAC Automotive Threat Matrix', tactics: tacticsOf(atm, 'ATM-') },
  { name: 'ics', title: 'MITRE ATT&CK for ICS', tactics: tacticsOf(ics, '') },
]
