"""Eight restless people who do whatever the service allows, at several tables; and the law that every log folds."""
